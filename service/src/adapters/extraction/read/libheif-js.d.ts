/** The part of libheif-js that is used; the package has no types for it. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Picture {
    get_width(): number;
    get_height(): number;
    /** Fills `data` with RGBA; calls back with null where the picture cannot be decoded. */
    display(target: { width: number; height: number; data: Uint8ClampedArray }, done: (shown: unknown) => void): void;
  }
  const libheif: { readonly HeifDecoder: new () => { decode(bytes: Uint8Array): Picture[] } };
  export default libheif;
}
