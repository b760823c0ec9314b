import { bash, environment, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:8000/callback',
  signOutUri: 'http://localhost:8000/',
  startUrl: 'http://localhost:8000/sign-in',
  steps: values => [
    step('install', bash('composer require jumbojett/openid-connect-php')),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'php',
        'config/services.php',
        `<?php

return [
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
use Jumbojett\\OpenIDConnectClient;

class AuthController extends Controller
{
    /** Serves both /sign-in and the redirect URI: the library tells them apart by the code in the address. */
    public function signIn(Request $request)
    {
        $client = $this->client();
        $client->authenticate();
        $request->session()->regenerate();
        $request->session()->put('user', (array) $client->getVerifiedClaims());
        $request->session()->put('id_token', $client->getIdToken());

        return redirect('/');
    }

    public function signOut(Request $request)
    {
        $idToken = $request->session()->pull('id_token');
        $request->session()->invalidate();
        $this->client()->signOut($idToken, '${values.signOutUri}');
    }

    private function client(): OpenIDConnectClient
    {
        $settings = config('services.gatehouse');
        $client = new OpenIDConnectClient($settings['issuer'], $settings['client_id'], $settings['client_secret']);
        $client->setRedirectURL($settings['redirect']);
        $client->addScope(['profile', 'email']);
        $client->setCodeChallengeMethod('S256');

        return $client;
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
Route::get('${new URL(values.redirectUri).pathname}', [AuthController::class, 'signIn']);
Route::get('/sign-out', [AuthController::class, 'signOut']);
`,
      ),
    ),
    step('run', bash('php artisan serve --host=localhost --port=8000')),
  ],
};
