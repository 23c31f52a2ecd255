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
const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: RefreshHook };

// React tells its renderer to a hook when it is evaluated; Fast Refresh of the remote comes later and looks for it there.
page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
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
