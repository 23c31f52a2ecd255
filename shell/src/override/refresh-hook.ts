interface Renderer {
  readonly version?: string;
}
interface RefreshHook {
  renderers: Map<number, Renderer>;
  supportsFiber: boolean;
  inject(renderer: Renderer): number;
  onScheduleFiberRoot(): void;
  onCommitFiberRoot(): void;
  onCommitFiberUnmount(): void;
}

const nothing = () => {};
declare global {
  // oxlint-disable-next-line no-var -- a property of the global object can only be declared so
  var __REACT_DEVTOOLS_GLOBAL_HOOK__: RefreshHook | undefined;
}

// React registers its renderer with a hook when it is evaluated. Fast Refresh of the remote loads later and finds it
// here.
globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(),
  supportsFiber: true,
  inject(renderer) {
    const id = this.renderers.size + 1;
    this.renderers.set(id, renderer);
    return id;
  },
  onScheduleFiberRoot: nothing,
  onCommitFiberRoot: nothing,
  onCommitFiberUnmount: nothing,
};
