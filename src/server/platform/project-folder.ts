/** Where the project is, for code that reads its files: run from its sources or from a build, it stands in another folder. */
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

const packageFile = findPackageJSON('.', import.meta.url);
if (packageFile === undefined) throw new Error('This code stands in no project: no package.json is above it');

/** The folder that has `package.json`, `migrations` and `reference`. */
export const PROJECT = dirname(packageFile);
