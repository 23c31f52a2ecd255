import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { createTextSearch } from '@atrium/shared-kernel/contracts/text-search';
import { nothingMatches } from '@atrium/shared-kernel/contracts/sentences';
import { Field } from '@atrium/shared-kernel/ui/field';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import styles from './collections.module.css';

/** More collections than these can be searched. */
const searchesAbove = 8;

/** The collections whose names contain each typed word, and the field to type in if there are many. */
export const useFoundTags = (tags: readonly Tag[]) => {
  const [text, setText] = useState('');
  const matches = createTextSearch(text);
  const found = tags.filter(({ name }) => matches(name));
  const field = tags.length > searchesAbove && (
    <div className={styles.search}>
      <Field
        type="search"
        label="Search collections"
        hideLabel
        placeholder="Search collections"
        icon={<Search />}
        value={text}
        onChange={setText}
        autoComplete="off"
        // Enter would save the form that the field is in.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {/* Always rendered, because screen readers read out only what changes in it. */}
      <p role="status">{found.length === 0 && nothingMatches(text.trim())}</p>
    </div>
  );
  return { found: field ? found : tags, field };
};
