import styles from './slow-note.module.css';

/** Says that something still loads. Always rendered, because screen readers read out only what changes in it. */
export const SlowNote = ({ slow }: { slow: boolean }) => (
  <output className={styles.note}>{slow && 'Still loading…'}</output>
);
