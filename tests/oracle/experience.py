"""experience.json: what kills and encounters bring, by how many came before."""

from engine.sil.data import bundle as content
from engine.sil.hero.experience import encounter_award, kill_award
from tests.oracle import OracleFiles, Result, result


def check(data: OracleFiles) -> Result:
    """Both awards of every case."""
    races = {race.name: race for race in content.load().monsters.values()}
    answers = []
    for case in data.read("experience"):
        race, before = races[case["race"]], case["previous"]
        got = kill_award(race, before), encounter_award(race, before)
        line = f"experience: {race.name} after {before}: {got}"
        answers.append((line, got == (case["kill_exp"], case["encounter_exp"])))
    return result(answers)
