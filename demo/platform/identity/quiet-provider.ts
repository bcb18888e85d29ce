const { warn } = console

// Suppresses the provider's warning that it wants a newer Node version. It works with this one, so the operator need not act.
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('Unsupported runtime')) warn(...words)
}
const { errors, Provider } = await import('oidc-provider')
console.warn = warn

export { errors, Provider }
