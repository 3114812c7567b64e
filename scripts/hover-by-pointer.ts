/** Hovering is what a pointer does; a finger leaves what it has touched as if it hovered there. */
import type { CSSOptions } from 'vite';

type PostCssPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number];

const WHERE_SOMETHING_HOVERS = '(hover: hover)';

/**
 * Has rules for `:hover` apply only where the first pointer hovers, in their place. Also because a phone would draw what is pressed
 * once more before it hears of the press. `:not(:hover)` is left alone.
 *
 * @throws CssSyntaxError where only a part of a selector hovers, as in `:is(:hover, :focus)`: on a phone all of it would be lost
 */
export const hoverByPointer: PostCssPlugin = {
  postcssPlugin: 'mainshaft:hover-by-pointer',
  Rule(rule, { AtRule }) {
    const hovering = rule.selectors.filter(hovers);
    const isDone =
      rule.parent?.type === 'atrule' &&
      'params' in rule.parent &&
      rule.parent.params === WHERE_SOMETHING_HOVERS;
    if (hovering.length === 0 || isDone) return;
    const mixed = hovering.find(hoversInPart);
    if (mixed !== undefined) throw rule.error(`Only a part of ${mixed} hovers: make it two selectors`);
    const media = new AtRule({ name: 'media', params: WHERE_SOMETHING_HOVERS });
    rule.after(media);
    media.append(rule.clone({ selectors: hovering }));
    const others = rule.selectors.filter((selector) => !hovers(selector));
    if (others.length === 0) rule.remove();
    else rule.selectors = others;
  },
};

const withoutNot = (selector: string) => selector.replaceAll(':not(:hover)', '');
const hovers = (selector: string) => withoutNot(selector).includes(':hover');
const hoversInPart = (selector: string) => /\([^()]*:hover/.test(withoutNot(selector));
