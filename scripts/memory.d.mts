/** Types of memory.mjs for the measurements, which are TypeScript. */
export declare const NODE_MEMORY: readonly string[];
export declare const SYSTEM_MEMORY: Readonly<Record<string, string>>;
