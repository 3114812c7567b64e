/** Types of chromium.mjs for the scripts that are TypeScript. */
export declare function findChromium(): string;
export declare function findTestChromium(): string;
