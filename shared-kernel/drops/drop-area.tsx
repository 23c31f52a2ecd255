import { useBehavior } from '@atrium/shared-kernel/remote';
import type { DragEvent, ReactNode } from 'react';
import classes from './drop-area.module.css';
import type { DropModel } from './drop.model.ts';

interface Props {
  readonly className: string | undefined;
  readonly model: DropModel;
  /** False where no files can be added. */
  readonly enabled?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Files can be dropped anywhere on it. A drag of anything else is ignored. */
export const DropArea = ({ className, model, enabled = true, onFiles, children }: Props) => {
  const dragging = useBehavior(model.dragging$);
  const hasFiles = ({ dataTransfer }: DragEvent) => enabled && dataTransfer.types.includes('Files');
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    model.over();
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    model.dropped();
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      role="presentation"
      className={className}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={model.left}
      onDrop={drop}
    >
      {children}
      {dragging && (
        <div className={classes.overlay} role="status">
          Drop your files here
        </div>
      )}
    </div>
  );
};
