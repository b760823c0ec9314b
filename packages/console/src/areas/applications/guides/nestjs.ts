import {
  apiScope,
  bash,
  discoverWithOpenidClient,
  environment,
  type Guide,
  type GuideApi,
  resourceLine,
  resourceOption,
  snippet,
  step,
  typedEnvironment,
} from './guide.ts';

const orders = ({ url }: GuideApi) => `
  @Get('orders')
  async orders(@Req() { session }: Request, @Res() response: Response) {
    const answer = await fetch('${url}', { headers: { Authorization: \`Bearer \${session.accessToken}\` } });
    // The API rejects the token. Sign in again to get a new one.
    if (answer.status === 401) return response.redirect('/auth/sign-in');
    response.status(answer.status).type('json').send(await answer.text());
  }
`;

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/auth/callback',
  signOutUri: 'http://localhost:3000/',
  startUrl: 'http://localhost:3000/auth/sign-in',
  steps: values => [
    step(
      'install',
      bash('npm install openid-client express-session\nnpm install --save-dev @types/express-session'),
    ),
    step(
      'environment',
      environment(values),
      bash(`echo "SESSION_SECRET=$(openssl rand -base64 32)" >> .env`),
    ),
    step(
      'configure',
      snippet(
        'ts',
        'src/auth/oidc.ts',
        `import * as client from 'openid-client';

${discoverWithOpenidClient(values, typedEnvironment)}

export { client };
`,
      ),
      snippet(
        'ts',
        'src/main.ts',
        `import { NestFactory } from '@nestjs/core';
import session from 'express-session';
import { AppModule } from './app.module.js';

const app = await NestFactory.create(AppModule);
app.use(
  session({
    secret: process.env.SESSION_SECRET!,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax' },
  }),
);
await app.listen(process.env.PORT ?? 3000);
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
import { client, config } from './oidc.js';

declare module 'express-session' {
  interface SessionData {
    pending?: { verifier: string; state: string };
    user?: client.IDToken;
    idToken?: string;${values.api ? '\n    accessToken?: string;' : ''}
  }
}

@Controller('auth')
export class AuthController {
  @Get('sign-in')
  async signIn(@Req() request: Request, @Res() response: Response) {
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    request.session.pending = { verifier, state };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: process.env.OIDC_REDIRECT_URI!,
      scope: 'openid profile email${apiScope(values)}',${resourceLine(values, '      ')}
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
      config,
      new URL(request.originalUrl, process.env.OIDC_REDIRECT_URI),
      { pkceCodeVerifier: pending?.verifier, expectedState: pending?.state },${resourceOption(values, '      ')}
    );
    request.session.regenerate(() => {
      request.session.user = tokens.claims();
      request.session.idToken = tokens.id_token;${
        values.api ? '\n      request.session.accessToken = tokens.access_token;' : ''
      }
      response.redirect('/');
    });
  }

  @Get('sign-out')
  signOut(@Req() request: Request, @Res() response: Response) {
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: request.session.idToken ?? '',
      post_logout_redirect_uri: '${values.signOutUri}',
    });
    request.session.destroy(() => response.redirect(url.toString()));
  }
}
`,
      ),
      snippet(
        'ts',
        'src/app.module.ts',
        `import { Module } from '@nestjs/common';
import { AppController } from './app.controller.js';
import { AuthController } from './auth/auth.controller.js';

@Module({ controllers: [AppController, AuthController] })
export class AppModule {}
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
        'src/app.controller.ts',
        `import { Controller, Get, Req,${values.api ? ' Res,' : ''} UseGuards } from '@nestjs/common';
import type { Request${values.api ? ', Response' : ''} } from 'express';
import { SignedInGuard } from './auth/signed-in.guard.js';

@Controller()
export class AppController {
  @Get()
  home(@Req() { session }: Request) {
    return { user: session.user ?? null };
  }

  @Get('private')
  @UseGuards(SignedInGuard)
  onlyForUsers(@Req() { session }: Request) {
    return \`Hello \${session.user?.name ?? session.user?.username}\`;
  }
${values.api ? orders(values.api) : ''}}
`,
      ),
    ),
    step('run', bash('npm run build\nnode --env-file=.env dist/main.js')),
  ],
};
