/** The sample catalogue as the two files that an owner would import. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { readPartTypes } from '../reference/part-types.ts';
import { readVehicles } from '../reference/vehicles.ts';
import { readApplications } from './applications.ts';
import { planSample, type SampleSource } from './sample-catalogue.ts';
import { sampleFitments, sampleParts } from './sample-rows.ts';

/** What the sample is made from, as it is kept with the project. */
export function readSampleSource(): SampleSource {
  return { vehicles: readVehicles(), partTypes: readPartTypes(), applications: readApplications() };
}

/**
 * Writes parts.csv and fitments.csv into a directory that exists.
 *
 * @param options - what to change of the default seed and number of parts
 * @returns the two paths
 */
export async function writeSampleFiles(
  directory: string,
  options: Pick<SampleSource, 'seed' | 'partCount'> = {},
): Promise<{ parts: string; fitments: string }> {
  const sample = planSample({ ...readSampleSource(), ...options });
  const files = { parts: join(directory, 'parts.csv'), fitments: join(directory, 'fitments.csv') };
  await pipeline(
    Readable.from(sampleParts(sample)),
    stringify({ header: true }),
    createWriteStream(files.parts),
  );
  await pipeline(
    Readable.from(sampleFitments(sample)),
    stringify({ header: true }),
    createWriteStream(files.fitments),
  );
  return files;
}
