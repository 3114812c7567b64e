/** Hovering is what a pointer does; a finger leaves what it has touched as if it hovered there. */
import type { CSSOptions } from 'vite';

type PostCssPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number];

const WHERE_SOMETHING_HOVERS = '(hover: hover)';
const HOVERS = /(?<!:not\():hover/;

/**
 * Has rules for `:hover` apply only where something hovers, in their place. Also because a phone would draw what is pressed once
 * more before it hears of the press.
 */
export const hoverByPointer: PostCssPlugin = {
  postcssPlugin: 'mainshaft:hover-by-pointer',
  Rule(rule, { AtRule }) {
    const hovering = rule.selectors.filter((selector) => HOVERS.test(selector));
    const isDone =
      rule.parent?.type === 'atrule' &&
      'params' in rule.parent &&
      rule.parent.params === WHERE_SOMETHING_HOVERS;
    if (hovering.length === 0 || isDone) return;
    const media = new AtRule({ name: 'media', params: WHERE_SOMETHING_HOVERS });
    rule.after(media);
    media.append(rule.clone({ selectors: hovering }));
    const others = rule.selectors.filter((selector) => !HOVERS.test(selector));
    if (others.length === 0) rule.remove();
    else rule.selectors = others;
  },
};
