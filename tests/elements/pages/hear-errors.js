/** What elements said, and whether the page had been read by then. */
window.heard = []
document.addEventListener('ad-error', ({ detail }) => window.heard.push(detail.code))
