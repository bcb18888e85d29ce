const chart = document.querySelector('ad-report-chart')

chart.getToken = async ({ signal }) => {
  const answer = await fetch('/token', { signal })
  if (!answer.ok) throw new Error(`No token: ${answer.status}`)
  return answer.json()
}
chart.addEventListener('ad-ready', () => {
  document.querySelector('#heard').textContent = 'The figures are there.'
})
