/** All kinds of files that can be imported. */
import type { ImportKind } from '#contract/imports.ts';
import type { FileKind } from './file-kind.ts';
import { codesFile } from './import-codes.ts';
import { fitmentsFile } from './import-fitments.ts';
import { numbersFile } from './import-numbers.ts';
import { partsFile } from './import-parts.ts';
import { pricesFile } from './import-prices.ts';
import { stockFile } from './import-stock.ts';

const KINDS: Readonly<Record<ImportKind, FileKind>> = {
  parts: partsFile,
  numbers: numbersFile,
  fitments: fitmentsFile,
  prices: pricesFile,
  stock: stockFile,
  codes: codesFile,
};

/** The columns of a kind of file and what is done with its rows. */
export const fileKindOf = (kind: ImportKind): FileKind => KINDS[kind];
