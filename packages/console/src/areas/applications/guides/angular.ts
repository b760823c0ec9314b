import { bash, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:4200/callback',
  signOutUri: 'http://localhost:4200/',
  startUrl: 'http://localhost:4200/',
  steps: ({ issuer, appId, redirectUri, signOutUri }) => [
    step('install', bash('npm install angular-auth-oidc-client')),
    step(
      'configure',
      snippet(
        'ts',
        'src/app/app.config.ts',
        `import { provideHttpClient } from '@angular/common/http';
import type { ApplicationConfig } from '@angular/core';
import { provideRouter } from '@angular/router';
import { provideAuth } from 'angular-auth-oidc-client';
import { routes } from './app.routes';

export const appConfig: ApplicationConfig = {
  providers: [
    provideRouter(routes),
    provideHttpClient(),
    provideAuth({
      config: {
        authority: '${issuer}',
        clientId: '${appId}',
        redirectUrl: '${redirectUri}',
        postLogoutRedirectUri: '${signOutUri}',
        postLoginRoute: '/',
        responseType: 'code',
        scope: 'openid profile email offline_access',
        customParamsAuthRequest: { prompt: 'consent' },
        silentRenew: true,
        useRefreshToken: true,
      },
    }),
  ],
};
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'ts',
        'src/app/app.ts',
        `import { Component, inject, type OnInit } from '@angular/core';
import { OidcSecurityService } from 'angular-auth-oidc-client';

@Component({
  selector: 'app-root',
  template: \`
    @let user = auth.userData().userData;
    @if (auth.authenticated().isAuthenticated) {
      <p>Signed in as {{ user?.name ?? user?.username }}</p>
      <button (click)="signOut()">Sign out</button>
    } @else {
      <button (click)="auth.authorize()">Sign in</button>
    }
  \`,
})
export class App implements OnInit {
  protected readonly auth = inject(OidcSecurityService);

  ngOnInit() {
    this.auth.checkAuth().subscribe();
  }

  protected signOut() {
    this.auth.logoff().subscribe();
  }
}
`,
      ),
    ),
    step(
      'callback',
      snippet(
        'ts',
        'src/app/app.routes.ts',
        `import type { Routes } from '@angular/router';

// The callback route renders nothing: checkAuth() reads the URL.
export const routes: Routes = [{ path: '${new URL(redirectUri).pathname.slice(1)}', children: [] }];
`,
      ),
    ),
    step('run', bash('npm start')),
  ],
};
