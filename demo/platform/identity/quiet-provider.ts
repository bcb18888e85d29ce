const { warn } = console

// While it loads, the provider says that it wants a newer Node than it needs; nobody who reads that can act on it.
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('Unsupported runtime')) warn(...words)
}
const { errors, Provider } = await import('oidc-provider')
console.warn = warn

export { errors, Provider }
