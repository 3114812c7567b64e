/**
 * `npm run sbom [-- FILE]`: what the running shop consists of, as a CycloneDX document made from the lock file; to
 * `sbom.cdx.json` unless told. The same lock file gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Hindrance, projectFolder, run } from './project.mjs';

await run(async () => {
  const file = resolve(process.argv[2] ?? 'sbom.cdx.json');
  const { name, version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  const document = JSON.parse(askNpm());
  // npm's own --omit=dev also leaves out what running and developing both need, such as the database's driver.
  const running = packagesThatRun();
  document.components = document.components.filter((each) => running.has(`${each.name}@${each.version}`));
  const refs = new Set([
    document.metadata.component['bom-ref'],
    ...document.components.map((each) => each['bom-ref']),
  ]);
  document.dependencies = document.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  // npm names the project by its folder, and says when it was asked by whom: nothing of that is about what is in it.
  const { timestamp: _, ...metadata } = document.metadata;
  document.metadata = {
    ...metadata,
    component: { ...metadata.component, type: 'application', name, version },
  };
  const digest = createHash('sha256').update(JSON.stringify(document.components)).digest('hex');
  document.serialNumber = `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`${document.components.length} packages: ${file}`);
});

/** Names and versions of all packages that are installed where nobody develops. */
function packagesThatRun() {
  const { packages } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'));
  return new Set(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && dev !== true)
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`),
  );
}

function askNpm() {
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  try {
    return execFileSync('npm', words, {
      cwd: projectFolder,
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw new Hindrance(
      `npm could not list the packages (it needs npm 10 or later): ${error.stderr ?? error.message}`,
    );
  }
}
