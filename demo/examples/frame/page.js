const frame = document.querySelector('ad-frame')

frame.getToken = async ({ signal }) => (await fetch('/token', { signal })).json()
frame.addEventListener('ad-ready', () => {
  document.querySelector('#heard').textContent = 'The figures are there.'
})
