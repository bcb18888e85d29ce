import { usePath } from '../../kit/path.ts'
import { Screens } from '../../parts/navigation/screens.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import { SignInProvider, type SignInProps } from './context.tsx'
import { routes } from './routes.ts'
import Login from './login/login.tsx'
import css from './sign-in.css'

addStyles(css)

/** Sign-in pages of a client; the default path is the login. */
export default function SignIn({ clientName, emit }: SignInProps) {
  const { pathname } = usePath()
  return (
    <SignInProvider clientName={clientName} emit={emit}>
      <div className="sign-in-page">{pathname === '' || pathname === 'login' ? <Login /> : <Screens routes={routes} />}</div>
    </SignInProvider>
  )
}
