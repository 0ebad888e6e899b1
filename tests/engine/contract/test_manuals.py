"""The manual of every ruleset: subjects that can be asked for, and pages of rules that exist."""

from __future__ import annotations

import pytest

from tests.checks.citations import read_pages, unresolved
from tests.checks.project import ROOT
from tests.rulesets import RULESETS

PAGES = read_pages(ROOT)
MESSAGE_LETTERS = 1800  # beside the title and the link to the rules


def test_a_manual_has_subjects_each_named_once_in_lower_case_and_told_on_one_screen(whole_ruleset):
    topics = whole_ruleset.help_topics()
    names = [topic.name for topic in topics]
    assert len(names) > 8
    assert len(set(names)) == len(names)
    for topic in topics:
        assert topic.name == topic.name.lower()
        assert len(topic.name) <= 60
        assert 30 < len(str(topic.text)) <= MESSAGE_LETTERS


@pytest.mark.parametrize("name", sorted(RULESETS.keys() - {"sil"}))
def test_no_other_subject_has_a_word_that_leads_to_one(name):
    topics = RULESETS[name].help_topics()
    words = [word for topic in topics for word in (topic.name, *topic.words)]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("name", sorted(RULESETS.keys() - {"sil"}))
def test_help_on_an_action_is_never_in_the_way_of_a_subject(name):
    verbs = {verb.name for verb in RULESETS[name].verbs}
    assert verbs.isdisjoint(topic.name for topic in RULESETS[name].help_topics())


def test_every_subject_names_its_section_of_the_rules(whole_ruleset):
    for topic in whole_ruleset.help_topics():
        assert list(unresolved("(rules:" + f" {topic.rules})", PAGES)) == [], topic.name


def test_every_page_behind_a_kind_of_event_exists(whole_ruleset):
    assert whole_ruleset.rule_pages
    for kind, rules in whole_ruleset.rule_pages.items():
        assert list(unresolved("(rules:" + f" {rules})", PAGES)) == [], kind
