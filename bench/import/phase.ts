/** What is kept of a stretch of an import. */

export type Phase = {
  readonly name: string;
  /** Rows of the file; 0 where none was worked on. */
  readonly rows: number;
  readonly seconds: number;
  readonly shopCpuSeconds: number;
  /** Undefined where the database is on another machine. */
  readonly databaseCpuSeconds: number | undefined;
  readonly peakMemoryBytes: number;
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  readonly buyers: {
    readonly requests: number;
    readonly p50Ms: number;
    readonly p99Ms: number;
    readonly maxMs: number;
  };
};
/** Of the database. */
export type Disk = { readonly beforeBytes: number; readonly peakBytes: number; readonly afterBytes: number };
