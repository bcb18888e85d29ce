import { configure } from 'placard'
import { createApp } from 'vue'
import Report from './report.vue'

configure({ apiBase: 'https://console.example' })

const app = createApp(Report)
app.mount('#report')
document.querySelector('#leave').addEventListener('click', () => app.unmount())
