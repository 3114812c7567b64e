/** What every workload has: a shop that has just started, a generator, and the data. */
import type { Child } from '../child-process.ts';
import type { LoadRequest } from '../load/generator.ts';
import type { AskProvider } from '../load/provider.ts';
import type { Workload } from '../measure.ts';
import type { Seeded } from '../seed.ts';
import type { ShopProcess } from '../shop.ts';
import type { Slice } from '../slice.ts';

export type Stage = {
  readonly shop: ShopProcess;
  readonly generator: Child<LoadRequest, Slice>;
  readonly databaseUrl: string;
  readonly databasePid: number | undefined;
  readonly seeded: Seeded;
  /** Where payments are made. */
  readonly provider: Child<AskProvider, { port: number }>;
};

/** Sets each of its workloads up, hands it over to be measured, and clears away behind it. */
export type RunGroup = (stage: Stage, each: (workload: Workload) => Promise<void>) => Promise<void>;
