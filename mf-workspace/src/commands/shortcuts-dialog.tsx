import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { useHost } from '../remote.ts';
import styles from './commands.module.css';
import { type Keys, keysIn, shortcutGroups } from './shortcuts.ts';

const KeyNames = ({ keys, mac }: { keys: Keys; mac: boolean }) =>
  keys.map((way, index) => (
    <span key={way.join('+')}>
      {index > 0 && <span className={styles.or}>or </span>}
      {keysIn(way, mac).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  ));

/** Every key that does something. */
export const ShortcutsDialog = () => {
  const { close, device } = useHost();
  const mac = /Mac|iPhone|iPad/.test(device.userAgent);
  return (
    <DialogBody title="Keyboard shortcuts" onClose={() => close()}>
      <div className={styles.keys}>
        {shortcutGroups.map(({ name, shortcuts }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map(([what, keys]) => (
                <div key={what} className={styles.key}>
                  <dt>{what}</dt>
                  <dd>
                    <KeyNames keys={keys} mac={mac} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </DialogBody>
  );
};
