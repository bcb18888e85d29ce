/** Records the error codes of elements. */
window.errorCodes = []
document.addEventListener('ad-error', ({ detail }) => window.errorCodes.push(detail.code))
