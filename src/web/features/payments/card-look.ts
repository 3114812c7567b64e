/** The card input's colours, read from the tokens: the provider's own frame knows no variables of this page. */
import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

type CardStyle = NonNullable<StripeCardElementOptions['style']>;

function readStyle(): CardStyle {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colour = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const style: CardStyle = {
    base: {
      color: colour('--ink'),
      iconColor: colour('--ink-3'),
      fontFamily: 'Barlow, system-ui, sans-serif',
      // Below 16px a phone zooms into the field.
      fontSize: '16px',
      lineHeight: '24px',
      '::placeholder': { color: colour('--ink-3') },
    },
    invalid: { color: colour('--bad'), iconColor: colour('--bad') },
  };
  probe.remove();
  return style;
}

/** The look of the card input in the theme of the moment. */
export function useCardStyle(): CardStyle {
  const [style, setStyle] = useState(readStyle);
  useEffect(() => {
    const onChange = () => setStyle(readStyle());
    const system = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(onChange);
    system.addEventListener('change', onChange);
    chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', onChange);
      chosen.disconnect();
    };
  }, []);
  return style;
}
