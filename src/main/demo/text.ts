/**
 * Sentences with gaps. `{key}` is replaced by a value; a text may begin with conditions under which alone it applies:
 *
 *     '[ventilated=yes, tier!=economy|standard] Ventilated disc, {diameter} mm across.'
 */

/** What a gap or a condition may name: attributes of the part, and `kind`, `tier`, `grade`, `position`. */
export type TextValues = Readonly<Record<string, string | number | boolean>>;

interface Condition {
  readonly key: string;
  readonly wanted: boolean;
  readonly values: readonly string[];
}
interface Template {
  readonly conditions: readonly Condition[];
  readonly text: string;
}

const templates = new Map<string, Template>();

function templateOf(source: string): Template {
  const known = templates.get(source);
  if (known) return known;
  const match = /^\[([^\]]*)\]\s*/.exec(source);
  const conditions = (match?.[1] ?? '')
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, key, operator, values] = /^\s*([a-z-]+)\s*(!?=)\s*(.+?)\s*$/.exec(part) ?? [];
      if (!key || !values) throw new Error(`Not a condition: ${part} in ${source}`);
      return { key, wanted: operator === '=', values: values.split('|') };
    });
  const template = { conditions, text: source.slice(match?.[0].length ?? 0) };
  templates.set(source, template);
  return template;
}

/** A value as people and import files read it. */
export function printValue(value: string | number | boolean): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return String(value);
}

function applies(template: Template, values: TextValues): boolean {
  return template.conditions.every(({ key, wanted, values: listed }) => {
    const value = values[key];
    return (value !== undefined && listed.includes(printValue(value))) === wanted;
  });
}

/** The texts whose conditions hold, still with their gaps. */
export function applicable(sources: readonly string[], values: TextValues): string[] {
  return sources.filter((source) => applies(templateOf(source), values));
}

/**
 * Fills the gaps.
 *
 * @throws when a gap names something that has no value: a mistake in the text.
 */
export function fill(source: string, values: TextValues): string {
  return templateOf(source).text.replace(/\{([a-z-]+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`No value for {${key}} in: ${source}`);
    return printValue(value);
  });
}
