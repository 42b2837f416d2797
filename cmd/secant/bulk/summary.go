// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"encoding/json"
	"fmt"
)

// A Summary counts verdicts. It does not depend on their order. The zero value is of none.
type Summary struct {
	Valid, Invalid, Skipped int64
	Reasons                 map[Reason]int64 // why records are invalid
	Schemes                 map[Scheme]Tally // records of known schemes
	Rules                   map[string]Tally // records that were verified by rules of Ed25519 or ECDSA
}

// A Tally counts valid and invalid records.
type Tally struct {
	Valid   int64 `json:"valid"`
	Invalid int64 `json:"invalid"`
}

// Records returns how many records there are, valid and invalid.
func (s *Summary) Records() int64 { return s.Valid + s.Invalid }

// Add counts the verdict on a record of a scheme, which may be 0 if it is not known, by rules, or
// "" if there are none.
func (s *Summary) Add(scheme Scheme, rules string, v Verdict) {
	var t Tally
	switch {
	case v.Reason == Skipped:
		s.Skipped++
		return
	case v.Reason == Valid:
		s.Valid++
		t.Valid = 1
	default:
		s.Invalid++
		t.Invalid = 1
		s.addReason(v.Reason, 1)
	}
	if scheme != 0 {
		addTally(&s.Schemes, scheme, t)
	}
	if rules != "" {
		addTally(&s.Rules, rules, t)
	}
}

// String returns the counts in words, on one line.
func (s *Summary) String() string {
	text := fmt.Appendf(nil, "%d of %d records valid, %d not", s.Valid, s.Records(), s.Invalid)
	separator := ": "
	for _, reason := range Reasons() {
		if n := s.Reasons[reason]; n > 0 {
			text = fmt.Appendf(text, "%s%d %s", separator, n, reason)
			separator = ", "
		}
	}
	if chosen := s.Choices(); len(chosen) > 0 {
		separator = "; by rules: "
		for _, name := range chosen {
			t := s.Rules[name]
			text = fmt.Appendf(text, "%s%d of %d by %s valid", separator, t.Valid, t.Valid+t.Invalid, name)
			separator = ", "
		}
	}
	if s.Skipped > 0 {
		text = fmt.Appendf(text, "; lines skipped: %d", s.Skipped)
	}
	return string(text)
}

// Choices returns the names of rules, in the order of [RuleNames], by which records of one kind were
// verified, if there are several for it: Ed25519 in its forms is one kind, and ECDSA another.
func (s *Summary) Choices() (names []string) {
	for _, known := range [][]string{edRules, ecdsaRules} {
		var some []string
		for _, name := range known {
			if s.Rules[name] != (Tally{}) {
				some = append(some, name)
			}
		}
		if len(some) > 1 {
			names = append(names, some...)
		}
	}
	return names
}

// Merge adds the counts of other to those of s.
func (s *Summary) Merge(other *Summary) {
	s.Valid += other.Valid
	s.Invalid += other.Invalid
	s.Skipped += other.Skipped
	for r, n := range other.Reasons {
		s.addReason(r, n)
	}
	for scheme, t := range other.Schemes {
		addTally(&s.Schemes, scheme, t)
	}
	for rules, t := range other.Rules {
		addTally(&s.Rules, rules, t)
	}
}

func (s *Summary) addReason(r Reason, n int64) {
	if s.Reasons == nil {
		s.Reasons = make(map[Reason]int64)
	}
	s.Reasons[r] += n
}

func addTally[K comparable](all *map[K]Tally, of K, t Tally) {
	if *all == nil {
		*all = make(map[K]Tally)
	}
	sum := (*all)[of]
	sum.Valid += t.Valid
	sum.Invalid += t.Invalid
	(*all)[of] = sum
}

// summaryJSON is the JSON form of a Summary. Package json sorts the names of maps.
type summaryJSON struct {
	Records int64            `json:"records"`
	Valid   int64            `json:"valid"`
	Invalid int64            `json:"invalid"`
	Skipped int64            `json:"skipped"`
	Reasons map[Reason]int64 `json:"reasons"`
	Schemes map[Scheme]Tally `json:"schemes"`
	Rules   map[string]Tally `json:"rules"`
}

// MarshalJSON returns s as an object with the members records, valid, invalid, skipped,
// reasons, an object of counts by the words of reasons, and schemes and rules, objects of objects
// with the members valid and invalid. The same counts make the same bytes.
func (s Summary) MarshalJSON() ([]byte, error) {
	j := summaryJSON{s.Records(), s.Valid, s.Invalid, s.Skipped, s.Reasons, s.Schemes, s.Rules}
	if j.Reasons == nil {
		j.Reasons = map[Reason]int64{}
	}
	if j.Schemes == nil {
		j.Schemes = map[Scheme]Tally{}
	}
	if j.Rules == nil {
		j.Rules = map[string]Tally{}
	}
	return json.Marshal(j)
}

// UnmarshalJSON sets s to what [Summary.MarshalJSON] has written.
func (s *Summary) UnmarshalJSON(data []byte) error {
	var j summaryJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*s = Summary{j.Valid, j.Invalid, j.Skipped, j.Reasons, j.Schemes, j.Rules}
	return nil
}
