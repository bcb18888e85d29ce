window.violations = []
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
  window.violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
)
