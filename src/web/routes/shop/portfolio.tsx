/** Who makes this shop, and with what. */
import { createFileRoute } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { pageHead } from '#web/document/head.ts';
import { PageTitle } from '#web/ui/headings.tsx';
import { Tag } from '#web/ui/status.tsx';
import styles from './prose.module.css';

export const Route = createFileRoute('/portfolio')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Portfolio',
      description:
        'The people who make this shop: what they do, what they work with, and three things to look at.',
      canonical: '/portfolio',
    }),
  component: Portfolio,
});

const SKILLS = [
  'TypeScript',
  'React',
  'Node.js',
  'PostgreSQL',
  'HTTP and OpenAPI',
  'Accessibility',
  'Interface design',
  'Web performance',
  'Payments',
  'Automated testing',
];

const PROJECTS = [
  {
    href: '/catalogue',
    name: 'The catalogue',
    text: 'Parts for cars, trucks and motorcycles, found by any number however it is typed, on pages that are ready before any script runs.',
  },
  {
    href: '/api/docs',
    name: 'The API',
    text: 'Every call of the shop is declared once; routing, checks, clients and this documentation are read from that table.',
  },
  {
    href: '/api/openapi.json',
    name: 'The machine’s view',
    text: 'The same table as an OpenAPI 3.1 document, for whoever wants to connect a workshop’s own system.',
  },
];

function Portfolio() {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageTitle>Portfolio</PageTitle>
      <p className={styles.lead}>
        We are a small team of engineers who grew up around workshops, and who think that business software
        may be as quick and clear as a good parts counter.
      </p>
      <div className={styles.article}>
        <p>
          Somebody comes in with a number on a greasy note, and a minute later leaves with the right box. That
          minute is what we work on: search that forgives how a number is typed, stock figures that are true,
          totals that are right to the last unit, and no page that makes a mechanic wait. We write little
          code, test what it promises, and keep it where the next person will look for it.
        </p>
      </div>
      <section className={styles.article}>
        <h2>Skills</h2>
        <ul className={styles.tags}>
          {SKILLS.map((skill) => (
            <li key={skill}>
              <Tag>{skill}</Tag>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.article}>
        <h2>Projects</h2>
        <ul className={styles.projects}>
          {PROJECTS.map((project) => (
            <li key={project.href}>
              <a href={project.href}>
                <h3>
                  {project.name} <ArrowRight className="icon" aria-hidden="true" />
                </h3>
                <p>{project.text}</p>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
