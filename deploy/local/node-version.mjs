// Plain JavaScript, because an older Node could not read a TypeScript file that reports it.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Atrium needs Node 22.18 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
await import('../release/compile-cache.mjs');
