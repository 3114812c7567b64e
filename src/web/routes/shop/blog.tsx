/** Five questions about how pages like these are made, with answers. */
import { createFileRoute } from '@tanstack/react-router';
import { pageHead } from '#web/document/head.ts';
import { PageTitle } from '#web/ui/headings.tsx';
import { ARTICLES } from './blog-articles.tsx';
import styles from './prose.module.css';

export const Route = createFileRoute('/blog')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Blog',
      description:
        'Five questions about building a shop in React: performance, state, inheritance, setting state, unit tests.',
      canonical: '/blog',
    }),
  component: Blog,
});

function Blog() {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageTitle>Blog</PageTitle>
      <p className={styles.lead}>
        Five questions that anyone who builds a shop in the browser is asked sooner or later, answered from
        the workbench.
      </p>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label="Questions">
          <ol>
            {ARTICLES.map((article) => (
              <li key={article.id}>
                <a href={`#${article.id}`}>{article.question}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div>
          {ARTICLES.map((article) => (
            <article key={article.id} id={article.id} className={styles.article}>
              <h2>{article.question}</h2>
              {article.answer}
            </article>
          ))}
        </div>
      </div>
    </div>
  );
}
