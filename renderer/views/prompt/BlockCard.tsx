import { AudioLines, FileText, Image, Link, Search, Shapes } from 'lucide-react';
import styles from './BlockCard.module.css';

interface BlockCardProps {
  readonly type: string;
  readonly facts: readonly (readonly [string, string])[];
}

const icons: Readonly<Record<string, typeof Image>> = {
  image: Image,
  audio: AudioLines,
  resource: FileText,
  resource_link: Link,
  search: Search,
};

const names: Readonly<Record<string, string>> = {
  image: 'Image',
  audio: 'Audio',
  resource: 'Embedded resource',
  resource_link: 'Link to a resource',
  search: 'Search results',
};

/** A part of a message that is edited in the file. */
export function BlockCard({ type, facts }: BlockCardProps) {
  const Icon = icons[type] ?? Shapes;
  return (
    <div className={styles.card}>
      <Icon size={15} />
      <span className={styles.type}>{names[type] ?? type}</span>
      <dl className={styles.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
