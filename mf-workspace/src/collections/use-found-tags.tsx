import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { createTextSearch } from '@atrium/shared-kernel/contracts/text-search';
import { nothingMatches } from '@atrium/shared-kernel/contracts/sentences';
import { isComposing } from '@atrium/shared-kernel/remote';
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
        onKeyDown={(event) => {
          // Escape would also close the dialog that the field is in.
          if (event.key === 'Escape' && text !== '' && !isComposing(event.nativeEvent)) setText('');
          // Enter would save the form.
          else if (event.key !== 'Enter') return;
          event.preventDefault();
        }}
      />
      {/* Always rendered, because screen readers read out only what changes in it. */}
      <p role="status">{found.length === 0 && nothingMatches(text.trim())}</p>
    </div>
  );
  return { found: field ? found : tags, field };
};
