import { bash, environment, type Guide, isInsecure, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/auth/callback',
  signOutUri: 'http://localhost:3000/',
  startUrl: 'http://localhost:3000/auth/sign-in',
  steps: values => [
    step(
      'install',
      bash('npm install openid-client express-session\nnpm install --save-dev @types/express-session'),
    ),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'ts',
        'src/auth/oidc.ts',
        `import * as client from 'openid-client';

export const configuration = () =>
  client.discovery(
    new URL(process.env.OIDC_ISSUER!),
    process.env.OIDC_CLIENT_ID!,
    undefined,
    client.ClientSecretBasic(process.env.OIDC_CLIENT_SECRET!),${
      isInsecure(values) ? '\n    { execute: [client.allowInsecureRequests] },' : ''
    }
  );

export { client };
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'ts',
        'src/auth/auth.controller.ts',
        `import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { client, configuration } from './oidc';

declare module 'express-session' {
  interface SessionData {
    pending?: { verifier: string; state: string };
    user?: { sub: string; name?: string };
    idToken?: string;
  }
}

@Controller('auth')
export class AuthController {
  private readonly config = configuration();

  @Get('sign-in')
  async signIn(@Req() request: Request, @Res() response: Response) {
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    request.session.pending = { verifier, state };
    const url = client.buildAuthorizationUrl(await this.config, {
      redirect_uri: process.env.OIDC_REDIRECT_URI!,
      scope: 'openid profile email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    response.redirect(url.toString());
  }

  @Get('callback')
  async callback(@Req() request: Request, @Res() response: Response) {
    const { pending } = request.session;
    const tokens = await client.authorizationCodeGrant(
      await this.config,
      new URL(request.originalUrl, process.env.OIDC_REDIRECT_URI),
      { pkceCodeVerifier: pending?.verifier, expectedState: pending?.state },
    );
    request.session.user = tokens.claims() as { sub: string; name?: string };
    request.session.idToken = tokens.id_token;
    response.redirect('/');
  }

  @Get('sign-out')
  async signOut(@Req() request: Request, @Res() response: Response) {
    const url = client.buildEndSessionUrl(await this.config, {
      id_token_hint: request.session.idToken ?? '',
      post_logout_redirect_uri: '${values.signOutUri}',
    });
    request.session.destroy(() => response.redirect(url.toString()));
  }
}
`,
      ),
    ),
    step(
      'user',
      snippet(
        'ts',
        'src/auth/signed-in.guard.ts',
        `import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

@Injectable()
export class SignedInGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    return context.switchToHttp().getRequest<Request>().session.user !== undefined;
  }
}
`,
      ),
      snippet(
        'ts',
        'src/main.ts',
        `import { NestFactory } from '@nestjs/core';
import session from 'express-session';
import { AppModule } from './app.module';

const start = async () => {
  const app = await NestFactory.create(AppModule);
  app.use(session({ secret: process.env.SESSION_SECRET!, resave: false, saveUninitialized: false }));
  await app.listen(3000);
};

void start();
`,
      ),
    ),
    step('run', bash('SESSION_SECRET=$(openssl rand -base64 32) node --env-file=.env dist/main.js')),
  ],
};
