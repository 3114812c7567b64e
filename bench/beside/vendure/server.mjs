/** Vendure's server and worker in one process. */
import { bootstrap, JobQueueService } from '@vendure/core';
import { config } from './vendure-config.mjs';

const app = await bootstrap(config);
await app.get(JobQueueService).start();
