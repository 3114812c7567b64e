/** Medusa in production: one process for requests and jobs, no pages for the owner, and what it has where there is no Redis. */
import { defineConfig } from '@medusajs/framework/utils';

const { DATABASE_URL, SECRET } = process.env;

export default defineConfig({
  projectConfig: {
    databaseUrl: DATABASE_URL,
    workerMode: 'shared',
    http: {
      storeCors: 'http://127.0.0.1',
      adminCors: 'http://127.0.0.1',
      authCors: 'http://127.0.0.1',
      jwtSecret: SECRET,
      cookieSecret: SECRET,
    },
  },
  admin: { disable: true },
  // What it reads is kept in the process's memory, as Mainshaft's answers are.
  featureFlags: { caching: true },
  modules: [{ resolve: '@medusajs/medusa/caching', options: { in_memory: { enable: true } } }],
});
