import { mountRootParcel, type Parcel } from 'single-spa';

/** Mounts standard lifecycles into an element, as a child of the one root parcel. */
export type MountParcel = (
  config: {
    name: string;
    bootstrap(props: unknown): Promise<void>;
    mount(props: unknown): Promise<void>;
    unmount(props: unknown): Promise<void>;
  },
  props: Record<string, unknown> & { domElement: HTMLElement },
) => Parcel;

/**
 * Creates the one long-lived root parcel. Its children leave nothing behind in single-spa; further root parcels would.
 */
export const createRootParcel = (): Promise<MountParcel> =>
  new Promise((resolve) => {
    const nothing = () => Promise.resolve();
    mountRootParcel(
      {
        name: 'shell',
        bootstrap: nothing,
        mount: (props) => {
          resolve((config, given) => props.mountParcel(config, given));
          return Promise.resolve();
        },
        unmount: nothing,
      },
      { domElement: document.createElement('div') },
    );
  });
