/** Records the error codes of elements. */
window.heard = []
document.addEventListener('ad-error', ({ detail }) => window.heard.push(detail.code))
