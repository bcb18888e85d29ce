import { createRoot } from 'react-dom/client'
import { configure } from 'placard'
import { Report } from './report.jsx'

const getToken = async ({ signal }) => (await fetch('/token', { signal })).json()
configure({ apiBase: 'https://console.example', getToken })

const root = createRoot(document.querySelector('#report'))
root.render(<Report />)
document.querySelector('#leave').addEventListener('click', () => root.unmount())
