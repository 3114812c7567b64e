/** Name and description of a sample part, from its type's texts and its values. */
import type { PartType } from '../reference/part-types.ts';
import type { PartTypeHints } from './hints/part-type-hints.ts';
import type { Random } from './random.ts';
import { applicable, fill, type TextValues } from './text.ts';

/** The longest name that the shop takes. */
const NAME_LENGTH_MAX = 120;

const GENUINE = [
  "Genuine part in the vehicle maker's packaging.",
  "Genuine part with the vehicle maker's label and number.",
  "Supplied by the vehicle maker's parts division, in its own box.",
];

/**
 * Type, position and what tells it from its neighbours: "Brake Disc, front axle, 320 mm, ventilated".
 *
 * @throws when no suffix applies or the name is longer than the shop takes.
 */
export function nameOf(type: PartType, hints: PartTypeHints, values: TextValues): string {
  const [suffix] = applicable(hints.suffix, values);
  if (suffix === undefined) throw new Error(`No suffix for ${type.code}: ${JSON.stringify(values)}`);
  const position = values.position === '' ? [] : [String(values.position)];
  const name = [type.name, ...position, fill(suffix, values)].join(', ');
  if (name.length > NAME_LENGTH_MAX) throw new Error(`Too long a name: ${name}`);
  return name;
}

function sentence(sources: readonly string[], values: TextValues, random: Random): string[] {
  const fitting = applicable(sources, values);
  if (fitting.length === 0) return [];
  const text = fill(random.pick(fitting), values);
  return [text.charAt(0).toUpperCase() + text.slice(1)];
}

type Condition = { readonly engines: readonly string[]; readonly qualifiers: string };

/** What a fitment depends on as a sentence of its own. */
function conditionSentence({ engines, qualifiers }: Condition): string[] {
  if (engines.length > 0) return [`For the ${engines.join(' or the ')} engine.`];
  if (/^(with|without) /.test(qualifiers)) return [`Only for vehicles ${qualifiers}.`];
  if (/^for /.test(qualifiers)) return [`Only ${qualifiers}.`];
  return [];
}

/** One to three sentences: what it is, then of what is in the box, what was done to it and what to mind as many as fit. */
export function describe(
  hints: PartTypeHints,
  values: TextValues,
  part: Condition & { readonly replacedBy: string | undefined },
  random: Random,
): string {
  const facts = sentence(hints.facts, values, random);
  if (facts.length === 0) throw new Error(`No fact applies: ${JSON.stringify(values)}`);
  const further: string[] = [];
  if (values.grade === 'remanufactured')
    further.push(...sentence(hints.remanufactured ?? [], values, random));
  if (values.grade === 'genuine' && random.chance(0.6)) further.push(random.pick(GENUINE));
  if (part.engines.length + part.qualifiers.length > 0 && random.chance(0.5))
    further.push(...conditionSentence(part));
  if (random.chance(0.75)) further.push(...sentence(hints.box, values, random));
  if (random.chance(0.75)) further.push(...sentence(hints.fitting, values, random));
  const replaced = part.replacedBy === undefined ? [] : [`Replaced by ${part.replacedBy}.`];
  return [...facts, ...further.slice(0, 2 - replaced.length), ...replaced].join(' ');
}
