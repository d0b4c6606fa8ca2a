import checkThenWrite from './library/check-then-write.json' with { type: 'json' };
import clientClockRow from './library/client-clock-row.json' with { type: 'json' };
import compareAndSet from './library/compare-and-set.json' with { type: 'json' };
import effectBeforeCommit from './library/effect-before-commit.json' with { type: 'json' };
import fenceForgets from './library/fence-forgets.json' with { type: 'json' };
import frozenHolderPostgres from './library/frozen-holder-postgres.json' with { type: 'json' };
import gapBeforeFirstWrite from './library/gap-before-first-write.json' with { type: 'json' };
import idempotencyKey from './library/idempotency-key.json' with { type: 'json' };
import pauseOutlastsLease from './library/pause-outlasts-lease.json' with { type: 'json' };
import poolerSharesALock from './library/pooler-shares-a-lock.json' with { type: 'json' };
import renewByName from './library/renew-by-name.json' with { type: 'json' };
import retriesPileUp from './library/retries-pile-up.json' with { type: 'json' };
import shortAndLongTtl from './library/short-and-long-ttl.json' with { type: 'json' };
import strictCheck from './library/strict-check.json' with { type: 'json' };
import twoPrimariesPostgres from './library/two-primaries-postgres.json' with { type: 'json' };
import watchedLease from './library/watched-lease.json' with { type: 'json' };
import { scenario } from './parse.ts';
import type { Scenario, ScenarioInput } from './schema.ts';

/** A group of the shipped scenarios, as the page lists them. */
export interface Group {
  readonly title: string;
  readonly scenarios: readonly Scenario[];
}

const group = (title: string, ...documents: unknown[]): Group => ({
  title,
  scenarios: documents.map((document) => scenario(document as ScenarioInput)),
});

/** The shipped scenarios, in the order in which they are shown. */
export const library: readonly Group[] = [
  group('Walk-throughs', pauseOutlastsLease, renewByName, twoPrimariesPostgres, shortAndLongTtl),
  group('A row with an expiry', clientClockRow, watchedLease),
  group('The token check', strictCheck, checkThenWrite, fenceForgets, gapBeforeFirstWrite),
  group('Without a lock', compareAndSet, retriesPileUp, idempotencyKey),
  group('Locks of a database', frozenHolderPostgres, poolerSharesALock),
  group('Beyond the storage', effectBeforeCommit),
];

/** The first one: what the page opens with. */
export const first: Scenario = (library[0] as Group).scenarios[0] as Scenario;

export const findScenario = (id: string): Scenario | undefined =>
  library.flatMap(({ scenarios }) => scenarios).find((each) => each.id === id);
