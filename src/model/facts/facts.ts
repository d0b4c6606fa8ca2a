import data from './servers.json' with { type: 'json' };

/** What a real server answered, with the steps: the data that the models are tested against. */
export interface Fact {
  readonly id: string;
  readonly system: string;
  /** `model`: the simulation has to be able to show it. `detail`: below its grain. */
  readonly scope: string;
  readonly fact: string;
  readonly did: readonly string[];
  readonly saw: unknown;
  readonly means?: string;
}

export const facts: readonly Fact[] = data.facts;

/** What was seen, by the fact's id. Throws where there is no such fact. */
export function factSaw(id: string): unknown {
  const fact = facts.find((each) => each.id === id);
  if (!fact) throw new RangeError(`no fact is called "${id}"`);
  return fact.saw;
}
