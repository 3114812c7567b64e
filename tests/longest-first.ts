/** Begins with the files that take longest, so that no worker is left alone with one of them at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Where nothing is known of an earlier run, the runner takes the size of a file for how long it takes. These are short and take over half a
 * minute.
 */
const SHORT_AND_LONG = /\/(accessibility\/(axe|vehicle-chooser)|api\/(demo|faults))\.test\.ts$/;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => SHORT_AND_LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
