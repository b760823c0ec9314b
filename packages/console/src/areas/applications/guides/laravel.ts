import { bash, environment, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:8000/callback',
  signOutUri: 'http://localhost:8000/',
  startUrl: 'http://localhost:8000/sign-in',
  steps: values => [
    step('install', bash('composer require league/oauth2-client')),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'php',
        'config/services.php',
        `<?php

return [
    // Add to the existing services:
    'gatehouse' => [
        'issuer' => env('OIDC_ISSUER'),
        'client_id' => env('OIDC_CLIENT_ID'),
        'client_secret' => env('OIDC_CLIENT_SECRET'),
        'redirect' => env('OIDC_REDIRECT_URI'),
    ],
];
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'php',
        'app/Http/Controllers/AuthController.php',
        `<?php

namespace App\\Http\\Controllers;

use Illuminate\\Http\\Request;
use League\\OAuth2\\Client\\Provider\\GenericProvider;

class AuthController extends Controller
{
    public function signIn(Request $request)
    {
        $provider = $this->provider();
        $url = $provider->getAuthorizationUrl();
        $request->session()->put('pending', [
            'state' => $provider->getState(),
            'verifier' => $provider->getPkceCode(),
        ]);

        return redirect()->away($url);
    }

    public function callback(Request $request)
    {
        $pending = $request->session()->pull('pending');
        abort_unless($pending && hash_equals($pending['state'], (string) $request->query('state')), 400);
        $provider = $this->provider();
        $provider->setPkceCode($pending['verifier']);
        $tokens = $provider->getAccessToken('authorization_code', ['code' => $request->query('code')]);
        $request->session()->regenerate();
        $request->session()->put('user', $provider->getResourceOwner($tokens)->toArray());
        $request->session()->put('id_token', $tokens->getValues()['id_token']);

        return redirect('/');
    }

    public function signOut(Request $request)
    {
        $query = http_build_query([
            'id_token_hint' => $request->session()->get('id_token'),
            'post_logout_redirect_uri' => '${values.signOutUri}',
        ]);
        $request->session()->invalidate();

        return redirect()->away(config('services.gatehouse.issuer').'/session/end?'.$query);
    }

    private function provider(): GenericProvider
    {
        $settings = config('services.gatehouse');

        return new GenericProvider([
            'clientId' => $settings['client_id'],
            'clientSecret' => $settings['client_secret'],
            'redirectUri' => $settings['redirect'],
            'urlAuthorize' => $settings['issuer'].'/auth',
            'urlAccessToken' => $settings['issuer'].'/token',
            'urlResourceOwnerDetails' => $settings['issuer'].'/me',
            'scopes' => ['openid', 'profile', 'email'],
            'scopeSeparator' => ' ',
            'pkceMethod' => 'S256',
        ]);
    }
}
`,
      ),
      snippet(
        'php',
        'routes/web.php',
        `<?php

use App\\Http\\Controllers\\AuthController;
use Illuminate\\Support\\Facades\\Route;

Route::get('/', fn () => ['user' => session('user')]);
Route::get('/sign-in', [AuthController::class, 'signIn']);
Route::get('${new URL(values.redirectUri).pathname}', [AuthController::class, 'callback']);
Route::get('/sign-out', [AuthController::class, 'signOut']);
`,
      ),
    ),
    step('run', bash('php artisan serve --host=localhost --port=8000')),
  ],
};
