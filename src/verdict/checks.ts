import { holderRefused } from './holder-refused.ts';
import { lateTakeover } from './late-takeover.ts';
import { lostUpdate } from './lost-update.ts';
import { spuriousLoss } from './spurious-loss.ts';
import { staleWrite } from './stale-write.ts';
import { stuck } from './stuck.ts';
import { tokenRegressed } from './token-regressed.ts';
import { twoBelievers } from './two-believers.ts';
import { twoHolders } from './two-holders.ts';
import type { Check, Code } from './types.ts';
import { unfencedEffect } from './unfenced-effect.ts';
import { unknownOutcome } from './unknown-outcome.ts';

/** A check whose state is nobody else's business. */
export type AnyCheck = Check<unknown>;

/** Every check, the gravest first. Adding one is a file and a line here. */
export const checks: readonly AnyCheck[] = [
  lostUpdate,
  staleWrite,
  twoHolders,
  tokenRegressed,
  holderRefused,
  unfencedEffect,
  stuck,
  spuriousLoss,
  lateTakeover,
  unknownOutcome,
  twoBelievers,
] as readonly unknown[] as readonly AnyCheck[];

const warnings = new Set(checks.filter(({ severity }) => severity === 'warning').map(({ code }) => code));

export const isWarning = (code: Code): boolean => warnings.has(code);
