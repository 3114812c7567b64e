/** A process of its own that takes a build, says so in a line, and waits to be killed. */
import { takeBuild } from '#main/builds.ts';
import { recipeOf } from './build-recipe.ts';

const [, , root = '', content = ''] = process.argv;
const build = await takeBuild(root, recipeOf(content));
process.stdout.write(`${build.isNew ? 'made' : 'found'} ${build.dir}\n`);
setInterval(() => {}, 1_000);
