import { createRoot } from 'react-dom/client'
import { configure } from 'placard'
import { Report } from './report.jsx'

configure({ apiBase: 'https://console.example' })

const root = createRoot(document.querySelector('#report'))
root.render(<Report />)
document.querySelector('#leave').addEventListener('click', () => root.unmount())
