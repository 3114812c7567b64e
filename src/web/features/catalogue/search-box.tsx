/** Search by any number or words. A plain form that works without script; `/` jumps into it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import styles from './search-box.module.css';

export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const searched = useSearch({ strict: false, select: (search) => search.q });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target;
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
      if (isTyping) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const q = input.current?.value.trim();
    void navigate({ to: '/catalogue', search: q === undefined || q === '' ? {} : { q } });
    input.current?.blur();
  };

  return (
    <search className={styles.find}>
      <form action="/catalogue" method="get" onSubmit={onSubmit}>
        <Search className="icon" aria-hidden="true" />
        <input
          ref={input}
          // The box follows the address: a search begun elsewhere, or the way back, is shown in it.
          key={searched ?? ''}
          defaultValue={searched ?? ''}
          name="q"
          type="search"
          aria-label="Search parts"
          placeholder="Part number, OE number or name"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
        />
        <span aria-hidden="true">/</span>
      </form>
    </search>
  );
}
