import { Button } from '../src/button.tsx';
import { CenteredPage } from '../src/centered-page.tsx';
import { Divider } from '../src/divider.tsx';
import { Field } from '../src/field.tsx';
import { Grid } from '../src/layout.tsx';
import { TextLink } from '../src/link.tsx';
import { Logo } from '../src/logo.tsx';
import { PasswordInput } from '../src/password-input.tsx';
import { TextInput } from '../src/text-input.tsx';

export function SignInExample() {
  return (
    <CenteredPage
      logo={<Logo size={28} label="Gatehouse" />}
      title="Sign in to Storefront"
      description={
        <>
          New here? <TextLink href="#register">Create an account</TextLink>
        </>
      }
      footer={
        <>
          By continuing, you agree to the <TextLink href="#terms">Terms</TextLink> and the{' '}
          <TextLink href="#privacy">Privacy policy</TextLink>.
        </>
      }
    >
      <Field label="Email or username">
        <TextInput size="large" defaultValue="ada@harbour.example" autoComplete="username" />
      </Field>
      <Field label="Password" aside={<TextLink href="#forgot">Forgot your password?</TextLink>}>
        <PasswordInput size="large" defaultValue="correct horse" autoComplete="current-password" />
      </Field>
      <Button variant="primary" size="large" isFullWidth>
        Continue
      </Button>
      <Divider>or</Divider>
      <Grid minWidth="90px" gap={2}>
        <Button size="large">Passkey</Button>
        <Button size="large">Google</Button>
        <Button size="large">GitHub</Button>
      </Grid>
    </CenteredPage>
  );
}
